import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressGuard, isPublic, type Lookup } from './address-guard';
import { fetchDocument } from './fetch-document';
import { NotPublicError } from './page';

/** A name server that gives a different answer each time. It repeats the last one. */
function nameServer(...answers: string[][]): Lookup {
	const lookup = (_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) => {
		const [addresses = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
		callback(
			null,
			addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
		);
	};
	return lookup as Lookup;
}

describe('isPublic', () => {
	it.each(['93.184.215.14', '2606:2800:220:1:248:1893:25c8:1946', '1.1.1.1'])('%s is', (address) => {
		expect(isPublic(address)).toBe(true);
	});

	it.each([
		'127.0.0.1',
		'10.1.2.3',
		'172.16.0.1',
		'192.168.1.1',
		'169.254.169.254',
		'100.64.0.1',
		'0.0.0.0',
		'224.0.0.1',
		'255.255.255.255',
		'::',
		'::1',
		'fe80::1',
		'fd00::1',
		'ff02::1',
		'::ffff:127.0.0.1',
		'::127.0.0.1',
		'::7f00:1',
		'::a00:1',
		'64:ff9b::7f00:1',
		'2002:7f00:1::',
		'2001:db8::1',
	])('%s is not', (address) => {
		expect(isPublic(address)).toBe(false);
	});
});

describe('a name', () => {
	let inside: Server;
	let reached = 0;
	beforeAll(async () => {
		inside = createServer((_request, response) => {
			reached += 1;
			response.end('secret');
		});
		await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => new Promise((resolve) => inside.close(resolve)));

	const read = async (lookup: Lookup) => {
		const guard = new AddressGuard([], lookup);
		const { port } = inside.address() as AddressInfo;
		try {
			return await fetchDocument(guard, new URL(`http://shop.example.com:${port}/`), AbortSignal.timeout(10 * 60_000));
		} finally {
			await guard.close();
		}
	};

	it.each([
		['is private from the beginning', [['127.0.0.1']]],
		['has one private address among public ones', [['93.184.215.14', '10.0.0.1']]],
		['turns private when the connection is made', [['93.184.215.14'], ['127.0.0.1']]],
		['turns private as IPv6', [['93.184.215.14'], ['::1']]],
		['turns private as IPv6 around IPv4', [['93.184.215.14'], ['::ffff:127.0.0.1']]],
	])('that %s is never connected to', async (_case, answers) => {
		await expect(read(nameServer(...answers))).rejects.toThrow(NotPublicError);
		expect(reached).toBe(0);
	});
});
