import { readOptions } from './options.mjs';

it('has the ports of the documentation, and starts n8n', () => {
	expect(readOptions([], {})).toMatchObject({
		withN8n: true,
		temporalAddress: null,
		ports: {
			startPage: 4000,
			sandbox: 4010,
			site: 4011,
			admin: 4012,
			mail: 4013,
			gateway: 4020,
			operations: 4021,
			temporal: 7233,
			temporalUi: 8233,
			n8n: 5678,
		},
	});
});

it('starts without n8n, moves ports, and takes your own Temporal server', () => {
	const options = readOptions(['--without-n8n'], { N8N_PORT: '1234', TEMPORAL_ADDRESS: 'temporal.example:7233' });
	expect(options).toMatchObject({ withN8n: false, ports: { n8n: 1234 }, temporalAddress: 'temporal.example:7233' });
});

it('has simulated visitors, unless an option or the variable says no', () => {
	const withVisitors = (args: string[], env: NodeJS.ProcessEnv) => readOptions(args, env).withVisitors;
	expect([
		withVisitors([], {}),
		withVisitors(['--without-visitors'], { SANDBOX_SIMULATE_VISITORS: 'true' }),
		withVisitors([], { SANDBOX_SIMULATE_VISITORS: 'false' }),
	]).toEqual([true, false, false]);
});

it.each(['seven', '0', '65536', '1.5'])('refuses %s as a port, and names the variable', (port) => {
	expect(() => readOptions([], { GATEWAY_PORT: port })).toThrow('GATEWAY_PORT');
});

it('refuses an option it does not know', () => {
	expect(() => readOptions(['--without-n9n'], {})).toThrow('--without-n9n');
});
