import { parseConfig } from '../config';
import { changedLive, liveSettingsOf, settingsForRestart } from './live-settings';

const secret = Buffer.alloc(32, 1).toString('base64');
const token = 'a-token-of-the-test-that-is-long';
const config = (more: { gateway?: object; connections?: object; [section: string]: unknown } = {}) =>
	parseConfig(
		{
			encryption: { keys: [{ id: 'one', secret }], current: 'one' },
			...more,
			gateway: { tokens: [{ name: 'n8n', token }], ...more.gateway },
			connections: { main: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'first' }, ...more.connections },
		},
		{ source: 'the test', env: {}, gateway: true },
	);
const main = (settings: object) => ({
	connections: { main: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'first', ...settings } },
});

describe('a changed configuration', () => {
	it('gives the tokens, the API keys and the level of the log', () => {
		const next = config({
			...main({ apiKey: 'second' }),
			gateway: { tokens: [{ name: 'n8n', token: `${token}2` }] },
			log: { level: 'debug' },
		});
		expect(changedLive(config(), next)).toEqual(['gateway.tokens', 'connections.main.apiKey', 'log.level']);
		expect(settingsForRestart(config(), next)).toEqual([]);
		expect(liveSettingsOf(next)).toMatchObject({ connections: { main: { apiKey: 'second' } }, logLevel: 'debug' });
	});

	it('gives the roles of people who sign in at a proxy, and leaves the proxies to a restart', () => {
		const people = (more: object) =>
			config({
				gateway: {
					publicUrl: 'https://tasks.example.com',
					proxySignIn: { proxies: ['10.0.0.5'], users: { ada: ['read'] }, ...more },
				},
			});
		const next = people({ users: {}, groups: { operators: ['start'] }, everyone: ['read'] });
		const changed = ['gateway.proxySignIn.users', 'gateway.proxySignIn.groups', 'gateway.proxySignIn.everyone'];
		expect(changedLive(people({}), next)).toEqual(changed);
		expect(settingsForRestart(people({}), next)).toEqual([]);
		expect(liveSettingsOf(next).personRoles).toMatchObject({ users: {}, everyone: ['read'] });
		expect(liveSettingsOf(config()).personRoles).toBeNull();
		expect(settingsForRestart(people({}), people({ proxies: ['10.0.0.6'] }))).toEqual(['gateway.proxySignIn.proxies']);
	});

	it('gives added, changed and removed connections, by their settings and without values', () => {
		const moved = main({ apiKey: 'second', baseUrl: 'https://other.example.com', requestsPerMinute: 600 });
		const paths = ['baseUrl', 'apiKey', 'requestsPerMinute'].map((name) => `connections.main.${name}`);
		expect(changedLive(config(), config(moved)).toSorted()).toEqual(paths.toSorted());
		const two = config({ connections: { other: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'x' } } });
		expect(changedLive(config(), two)).toEqual(['connections.other']);
		expect(changedLive(two, config())).toEqual(['connections.other']);
		expect(changedLive(config(), config({ connectionsFolder: 'more' }))).toEqual(['connectionsFolder']);
		for (const next of [config(moved), two, config({ connectionsFolder: 'more' })])
			expect(settingsForRestart(config(), next)).toEqual([]);
	});

	it.each([
		['the keys of the encryption', { encryption: { keys: [{ id: 'two', secret }], current: 'two' } }, undefined],
		['the port', { gateway: { port: 1 } }, ['gateway.port']],
		[
			'who signs in at a proxy',
			{ gateway: { publicUrl: 'https://a.example', proxySignIn: { proxies: ['10.0.0.5'], everyone: ['read'] } } },
			['gateway.proxySignIn', 'gateway.publicUrl'],
		],
	])('names %s as what needs a restart, without its value', (_what, more, settings) => {
		expect(changedLive(config(), config(more))).toEqual([]);
		expect(settingsForRestart(config(), config(more))).toEqual(settings ?? ['encryption.keys', 'encryption.current']);
	});
});
