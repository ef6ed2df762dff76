import { checkProxySignIn } from './check-proxy-sign-in';

const proxySignIn = {
	proxies: ['127.0.0.1'],
	userHeader: 'Remote-User',
	groupsHeader: 'Remote-Groups',
	users: {},
	groups: {},
	everyone: ['read' as const],
	bound: [],
};

test('warns of a proxy that proves nothing, and is silent without one', () => {
	const secret = 'not-to-be-shown-to-anybody';
	expect(checkProxySignIn({})).toEqual([]);
	expect(checkProxySignIn({ proxySignIn })).toMatchObject([{ status: 'warn', todo: expect.any(String) as string }]);
	const [check] = checkProxySignIn({ proxySignIn: { ...proxySignIn, secret } });
	expect(check).toMatchObject({ status: 'ok', todo: null });
	expect(check?.detail).not.toContain(secret);
});
