// Waits until the process on PORT takes requests: the unit of systemd starts with it. Plain JavaScript, as `npm start`.
const { HOST = '127.0.0.1', PORT = '8080' } = process.env;
const everyMs = 200;

const isReady = () =>
  fetch(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, everyMs));
