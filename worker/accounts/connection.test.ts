import { Connections } from './connection';

const MIB = 1024 * 1024;
const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;

it('reserves little memory for a thousand connections', () => {
	const configured = Object.fromEntries(
		Array.from({ length: 1_000 }, (_, index) => [
			`customer-${index}`,
			{ baseUrl: 'https://service.example', requestsPerMinute: 60 },
		]),
	);
	const before = used();
	const connections = new Connections(configured, { ask: () => Promise.reject(new Error('Nothing is asked.')) });
	const grown = used() - before;
	expect(connections.names).toHaveLength(1_000);
	// A cache that reserves its entries takes a MiB for each connection.
	expect(grown / MIB).toBeLessThan(100);
});
