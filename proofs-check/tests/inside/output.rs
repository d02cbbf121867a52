//! Tests of `src/output.rs`, as a module of it.

use super::*;

struct Broken(ErrorKind);

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_keeps_the_status_and_a_full_disk_does_not() {
    let status = |kind| print_to(&mut Broken(kind), "text", 1);
    assert_eq!([ErrorKind::BrokenPipe, ErrorKind::StorageFull].map(status), [1, 2]);
}
