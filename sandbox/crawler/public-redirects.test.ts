import { createServer } from 'node:http';
import { connect } from 'node:net';
import { type Listening, listen } from '../../test/support/network/listen';
import { useProxyVariables } from '../../test/support/outward-proxy/proxy-variables';
import { AddressGuard, type Lookup } from './address-guard';
import { fetchDocument } from './fetch-document';
import { NotPublicError } from './page';

/** A local host that the settings allow. */
let inside: Listening;
/** All websites there are, behind a proxy. */
let outside: Listening;
let location: string;
let guard: AddressGuard;

const nowhere: Lookup = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) => {
	callback(null, [{ address: '93.184.215.14', family: 4 }]);
}) as Lookup;

beforeEach(async () => {
	inside = await listen(
		createServer(({ url }, response) => {
			if (url === '/out') response.writeHead(302, { location: 'http://www.example.com/' }).end();
			else if (url === '/moved') response.writeHead(302, { location: '/secret' }).end();
			else response.end('secret');
		}),
	);
	const websites = createServer((_request, response) => response.writeHead(302, { location }).end());
	websites.on('connect', (_request, client) => {
		const there = connect(outside.port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			there.pipe(client).pipe(there);
		});
		there.on('error', () => client.destroy());
		client.on('error', () => there.destroy());
	});
	outside = await listen(websites);
	useProxyVariables({ HTTP_PROXY: outside.url });
	location = `${inside.url}/secret`;
	guard = new AddressGuard([inside.host], nowhere);
});
afterEach(async () => {
	vi.unstubAllEnvs();
	await guard.close();
	await inside.close();
	await outside.close();
});

const read = async (address: string) => {
	const { body } = await fetchDocument(guard, new URL(address), new AbortController().signal);
	return body.toString();
};

test.each(['http://www.example.com/', 'out'])('a website at %s leads to no local host', async (start) => {
	const address = start === 'out' ? `${inside.url}/out` : start;
	await expect(read(address)).rejects.toThrow(NotPublicError);
});

test('a local host leads to itself', async () => {
	expect(await read(`${inside.url}/moved`)).toBe('secret');
});
