/**
 * A path of the gateway, relative to one of its pages: `../review/style.css` on `/review/<token>`. The gateway may be public
 * below a path, which a proxy removes. A browser that follows relative links stays below it, whatever it is.
 * @param page path of the page, with or without a query
 * @param path of the gateway, from its root
 */
export function linkFrom(page: string, path: string): string {
	const [named = ''] = page.split('?');
	const depth = named.split('/').length - 2;
	return `${depth === 0 ? './' : '../'.repeat(depth)}${path.slice(1)}`;
}
