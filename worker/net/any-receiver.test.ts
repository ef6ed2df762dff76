import { AxiosError } from 'axios';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { anyHttpResponse, foreignBodies } from '../../test/support/api/any-http-response';
import { RawServer } from '../../test/support/api/raw-server';
import { postJson } from './post-json';
import { webhookReach } from './webhook-target';

/** Ranges that no message may reach unless the configuration names the host. */
const PRIVATE = [
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
	...['192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
].map((range) => ipaddr.IPv4.parseCIDR(range));

const privateAddress = fc
	.tuple(fc.constantFrom(...PRIVATE), fc.nat({ max: 2 ** 32 - 1 }))
	.map(([[network, bits], host]) => {
		const free = 2 ** (32 - bits);
		return numberOf(network.octets) + (host % free);
	});

function numberOf(octets: readonly number[]): number {
	return octets.reduce((number, octet) => number * 256 + octet, 0);
}

/** The ways in which an address of IPv4 can be written as a host. */
const WAYS: ReadonlyArray<(address: number) => string> = [
	(address) => octetsOf(address).join('.'),
	(address) => `${octetsOf(address).join('.')}.`,
	(address) => String(address),
	(address) => `0x${address.toString(16)}`,
	(address) =>
		octetsOf(address)
			.map((octet) => `0${octet.toString(8)}`)
			.join('.'),
	(address) =>
		octetsOf(address)
			.map((octet) => `0x${octet.toString(16)}`)
			.join('.'),
	(address) => [...octetsOf(address).slice(0, 2), address % 65_536].join('.'),
	(address) =>
		octetsOf(address)
			.join('.')
			.replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`),
	(address) => `[::ffff:${octetsOf(address).join('.')}]`,
	(address) => `[::${octetsOf(address).join('.')}]`,
	(address) => `[64:ff9b::${octetsOf(address).join('.')}]`,
	(address) => `[2002:${(address >>> 16).toString(16)}:${(address % 65_536).toString(16)}::1]`,
];

function octetsOf(address: number): number[] {
	return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
}

describe('the address of a receiver', () => {
	it('that is private is refused, in every way to write it', () => {
		expect(webhookReach('https://93.184.216.34/x', ['*:443'])).toBe('public');
		fc.assert(
			fc.property(privateAddress, fc.constantFrom(...WAYS), (address, way) => {
				expect([way(address), webhookReach(`https://${way(address)}/x`, ['*:443'])]).toEqual([way(address), null]);
			}),
			{ numRuns: 600 },
		);
	});

	it('that is any text is refused, or has https and the port that is allowed', () => {
		const text = fc.oneof(
			fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https', 'ftp'] }),
			fc.string(),
			fc.string().map((host) => `https://${host}/`),
		);
		fc.assert(
			fc.property(text, (address) => {
				if (webhookReach(address, ['*:443']) === null) return;
				const { protocol, port, username, password } = new URL(address);
				expect([protocol, port, username, password]).toEqual(['https:', '', '', '']);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('the response of a receiver', () => {
	let server: RawServer;
	beforeAll(async () => {
		server = await RawServer.start();
	});
	afterAll(() => server.close());

	it('of any kind is a status with a pause that is not negative, or a failure of the network', async () => {
		const { signal } = new AbortController();
		const properly = fc.asyncProperty(anyHttpResponse(foreignBodies), async (bytes) => {
			server.response = { bytes };
			try {
				const { status, body, retryAfterMs } = await postJson({ url: `${server.url}/x`, content: '{}' }, signal);
				expect(status).toBeGreaterThanOrEqual(100);
				expect(typeof body).toBe('string');
				expect(retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
			} catch (error) {
				if (!(error instanceof AxiosError)) throw error;
			}
		});
		await fc.assert(properly, { numRuns: 150 });
	});
});
