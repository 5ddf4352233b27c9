-- The numbers of signals in a sequence that is logged. One that is not cannot be read on a standby that takes over («bad magic number in
-- sequence»), and then nothing that tells a browser could be written any more.
alter sequence signal_signal_id_seq set logged;
