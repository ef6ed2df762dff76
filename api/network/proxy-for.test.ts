import { useProxyVariables } from '../../test/support/outward-proxy/proxy-variables';
import { proxyFor } from './proxy-for';

afterEach(() => vi.unstubAllEnvs());

test.each([
	['https://shop.example/', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
	['http://shop.example/', { HTTPS_PROXY: 'http://proxy.example:3128' }, null],
	['http://shop.example/', { HTTP_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
	['https://shop.example/', { https_proxy: 'proxy.example:3128', HTTPS_PROXY: 'other' }, 'http://proxy.example:3128/'],
	['https://shop.example/', { ALL_PROXY: 'https://proxy.example' }, 'https://proxy.example/'],
	['https://shop.example/', {}, null],
])('the proxy to %s with %j is %s', (address, values, expected) => {
	useProxyVariables(values);
	expect(proxyFor(address)?.href ?? null).toBe(expected);
});

test.each([
	['shop.example', true],
	['SHOP.example', true],
	['.example', true],
	['*.example', true],
	['shop.example:443', true],
	['shop.example:8443', false],
	['example', false],
	['other.example, shop.example', true],
	['*', true],
	['10.0.0.0/8', false],
])('with NO_PROXY=%s, it is used for nothing of shop.example: %s', (noProxy, isDirect) => {
	useProxyVariables({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: noProxy });
	expect(proxyFor('https://shop.example/') === null).toBe(isDirect);
});

test.each(['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.1.2.3', '2130706433', '[::1]'])(
	'%s is this machine, which no proxy can reach',
	(host) => {
		useProxyVariables({ ALL_PROXY: 'http://proxy.example:3128' });
		expect(proxyFor(`http://${host}:4020/`)).toBeNull();
	},
);

test('a proxy of another kind is refused, without its password', () => {
	useProxyVariables({ ALL_PROXY: 'socks5://me:secret@proxy.example' });
	expect(() => proxyFor('https://shop.example/')).toThrow(
		/^The proxy of ALL_PROXY is not usable: it must be an http:\/\/ or https:\/\/ address$/,
	);
});
