import { getProxyForUrl } from 'proxy-from-env';
import { ProxyError } from './proxy-error';

/** This machine itself. A proxy elsewhere would look for it at its own side. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The proxy that the environment asks for: `HTTPS_PROXY` for https, `HTTP_PROXY` for http, else `ALL_PROXY`, in lower
 * case too, which wins. `NO_PROXY` lists exceptions: a host, `.suffix`, each with `:port` if wanted, or `*`.
 * @returns null: none
 * @throws ProxyError if the variable holds no address of an http proxy
 */
export function proxyFor(address: string | URL): URL | null {
	const url = new URL(address);
	// The library decides about NO_PROXY. It would give an address without a scheme that of the request.
	if (LOOPBACK.test(url.hostname) || getProxyForUrl(url.href) === '') return null;
	const [variable, value] = variableFor(url);
	const text = value.includes('://') ? value : `http://${value}`;
	if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text);
	throw new ProxyError(`of ${variable} is not usable: it must be an http:// or https:// address`);
}

/** The variable that names the proxy, and its value. */
function variableFor({ protocol }: URL): readonly [name: string, value: string] {
	const names = [`${protocol}_proxy`.replace(':', ''), 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
	const name = names.find((each) => Boolean(process.env[each])) ?? '';
	return [name, process.env[name] ?? ''];
}
