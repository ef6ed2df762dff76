// A server in its own process. Told to, it stops accepting for a while: Linux then drops the first packet of a further
// connection, as a bad line does, and the client sends it again after a second.
// @ts-check
import { createServer } from 'node:http';

const [, , blockedForMs] = process.argv;
const server = createServer((_request, response) =>
	response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"total":0,"limit":100,"offset":0}'),
);
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send?.(server.address()));
process.once('message', () => {
	process.send?.('blocked');
	setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(blockedForMs)));
});
