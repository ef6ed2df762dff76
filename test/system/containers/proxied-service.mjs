// @ts-check
/** A stand-in for a gateway or n8n behind the proxy: it says what reached it. Arguments: its name, address and port. */
import { createServer } from 'node:http';

const [name, host, port] = process.argv.slice(2);
/** The default of blobs.maxUploadBytes. */
const LARGEST = 10 * 1024 * 1024;
const EVENT_STREAM_MS = 600_000;

createServer((request, response) => {
	const { url = '', headers } = request;
	if (url === '/events') {
		response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
		setTimeout(() => response.end(), EVENT_STREAM_MS).unref();
		return;
	}
	if (Number(headers['content-length'] ?? 0) > LARGEST) {
		response.writeHead(413).end('Nothing was stored.');
		return;
	}
	let size = 0;
	request.on('data', (/** @type {Buffer} */ chunk) => (size += chunk.length));
	request.on('end', () => {
		const waitMs = Number(/^\/wait\/(\d+)$/.exec(url)?.[1] ?? 0);
		setTimeout(() => response.end(JSON.stringify({ name, url, headers, size })), waitMs);
	});
}).listen(Number(port), host, () => process.stdout.write('listening\n'));
