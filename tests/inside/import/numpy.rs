//! Files that numpy itself writes, where it is installed.

use super::read;
use crate::trace::import::{Archive, names};
use std::path::Path;
use std::process::Command;

const SCRIPT: &str = r"
import sys, zipfile, numpy as np
a = np.linspace(-1, 1, 600).reshape(200, 3) ** 3
arrays = dict(
    scalar=np.float64(2.5), column=a[:, 0], matrix=a, fortran=np.asfortranarray(a), transposed=a.T[:2].T,
    single=a.astype(np.float32), half=a.astype(np.float16), empty=np.zeros((5, 0)),
    names=np.array(['loss', 'fair\u00df', 'x']), bytes=np.array([b'loss', b'x']),
    integers=np.arange(3), booleans=np.array([True]), big=a.astype('>f8'),
    objects=np.array([1.0, None], dtype=object), nan=np.array([[0.0, 1.0], [2.0, np.nan]]),
)
np.savez(sys.argv[1] + '/stored.npz', **arrays)
np.savez_compressed(sys.argv[1] + '/deflated.npz', **arrays)
class Pipe: # cannot go back to write sizes into headers
    def __init__(self, file): self.write, self.flush, self.read = file.write, file.flush, file.read
with open(sys.argv[1] + '/piped.npz', 'wb') as file: np.savez_compressed(Pipe(file), **arrays)
with zipfile.ZipFile(sys.argv[1] + '/versions.npz', 'w') as file:
    for version in 1, 2, 3:
        with file.open(f'v{version}.npy', 'w') as entry:
            np.lib.format.write_array(entry, a, version=(version, 0))
";

fn write(folder: &Path) -> bool {
    let has_numpy = Command::new("python3").args(["-c", "import numpy"]).output();
    if !has_numpy.is_ok_and(|output| output.status.success()) {
        return false;
    }
    let output = Command::new("python3").args(["-c", SCRIPT]).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    true
}

#[test]
fn files_of_numpy_itself() {
    let folder = tempfile::tempdir().unwrap();
    if !write(folder.path()) {
        println!("skipped: python3 has no numpy here");
        return;
    }
    let versions = Archive::open(folder.path().join("versions.npz")).unwrap();
    for file in ["stored.npz", "deflated.npz", "piped.npz"] {
        let archive = Archive::open(folder.path().join(file)).unwrap();
        let read = |name: &str| read(&archive, name).unwrap();
        let matrix = read("matrix");
        assert_eq!((matrix.len(), matrix[0].len()), (200, 3));
        assert_eq!(matrix[0][0], -1.0);
        assert_eq!(matrix[199][2], 1.0);
        assert!(matrix.concat().is_sorted());
        assert_eq!(read("fortran"), matrix);
        assert!(versions.arrays().all(|name| super::read(&versions, name).unwrap() == matrix));
        assert_eq!(read("scalar"), [[2.5]]);
        assert!(read("column").iter().zip(&matrix).all(|(row, all)| *row == all[..1]));
        assert!(read("transposed").iter().zip(&matrix).all(|(row, all)| *row == all[..2]));
        #[expect(clippy::cast_possible_truncation, reason = "numpy rounds as `as` does")]
        let single: Vec<_> = matrix.concat().into_iter().map(|number| f64::from(number as f32)).collect();
        assert_eq!(read("single").concat(), single);
        let halves = read("half").concat();
        assert!(halves.iter().zip(matrix.concat()).all(|(half, full)| (half - full).abs() <= 2f64.powi(-12)));
        assert_eq!(read("empty"), vec![Vec::<f64>::new(); 5]);
        assert_eq!(names(&archive, "names").unwrap(), ["loss", "fair\u{df}", "x"]);
        assert_eq!(names(&archive, "bytes").unwrap(), ["loss", "x"]);
        for (name, words) in [
            ("integers", "holds integers"),
            ("booleans", "holds booleans"),
            ("big", "holds big-endian numbers"),
            ("objects", "holds Python objects"),
            ("nan", "is NaN in round 1, column 1"),
        ] {
            let sentence = super::read(&archive, name).unwrap_err().to_string();
            assert!(sentence.contains(words), "{sentence}");
        }
    }
}
