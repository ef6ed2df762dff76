import { isOwnHost } from './own-host';

test.each([
	undefined,
	'127.0.0.1:4021',
	'10.1.2.3',
	'[::1]:4021',
	'localhost:4021',
	'LOCALHOST',
	'gateway:4021',
	'worker-1',
	'gateway.internal:4021',
	'agent-knowledge.tasks.svc:4021',
	'agent-knowledge.tasks.svc.cluster.local:4021',
	'nas.home.arpa',
	'metrics.example.com:4021',
])('%s is a name of this server', (host) => {
	expect(isOwnHost(host, ['metrics.example.com'])).toBe(true);
});

test.each([
	'',
	'rebound.example.com',
	'rebound.example.com:4021',
	'127.0.0.1.example.com',
	'127.0.0.1.nip.io:4021',
	'localhost.example.com',
	'xlocal.com',
	'mysvc.com',
	'evil.example.com.',
	'metrics.example.com.evil.com',
	'user@localhost',
	'evil.com#.local',
	'evil.com/.local',
])('%s is not', (host) => {
	expect(isOwnHost(host, ['metrics.example.com'])).toBe(false);
});
