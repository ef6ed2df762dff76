import { useProxyVariables } from '../../../test/support/outward-proxy/proxy-variables';
import { configSchema } from '../../config/schema';
import { checkOutwardProxy } from './check-outward-proxy';

const config = configSchema.parse({
	connections: { main: { baseUrl: 'https://agents.example.com', apiKey: 'the-key' } },
	destinations: { crm: { type: 'hubspot', accessToken: 'the-token' } },
	buckets: { leads: { bucket: 'leads', endpoint: 'http://127.0.0.1:9000' } },
	gateway: { callbackHosts: ['n8n:5678'] },
	encryption: { keys: [{ id: 'k', secret: Buffer.alloc(32).toString('base64') }], current: 'k' },
});
const PROXY = 'http://me:secret@proxy.example:3128';

afterEach(() => vi.unstubAllEnvs());

test('without a proxy in the environment, doctor says nothing', () => {
	useProxyVariables({});
	expect(checkOutwardProxy(config)).toEqual([]);
});

test('doctor says what uses the proxy, and what does not', () => {
	useProxyVariables({ HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, NO_PROXY: 'n8n' });
	const [check] = checkOutwardProxy(config);
	expect(check).toMatchObject({ status: 'ok', todo: null });
	expect(check?.detail).toBe(
		'agents.example.com, api.hubapi.com through the proxy of HTTPS_PROXY or HTTP_PROXY; 127.0.0.1:9000, n8n:5678 without it. Temporal, PostgreSQL and the mail server are reached without a proxy.',
	);
});

test('doctor warns of a network in NO_PROXY, and of a proxy of another kind, without its password', () => {
	useProxyVariables({ https_proxy: PROXY, no_proxy: 'n8n,10.0.0.0/8' });
	expect(checkOutwardProxy(config)).toMatchObject([
		{ status: 'warn', detail: expect.stringContaining('10.0.0.0/8 in NO_PROXY has no effect.') as string },
	]);
	useProxyVariables({ ALL_PROXY: 'socks5://me:secret@proxy.example:1080' });
	const [check] = checkOutwardProxy(config);
	expect(check).toMatchObject({ status: 'fail' });
	expect(check?.detail).toBe('The proxy of ALL_PROXY is not usable: it must be an http:// or https:// address.');
});

test('doctor says who has to refuse private addresses if every public receiver is allowed', () => {
	useProxyVariables({ HTTPS_PROXY: PROXY });
	const [check] = checkOutwardProxy({ ...config, events: { webhookHosts: ['*:443'] } });
	expect(check?.detail).toContain('let it refuse private addresses');
});
