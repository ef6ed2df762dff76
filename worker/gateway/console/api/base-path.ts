/**
 * The path below which the gateway is public, with a slash at each end: `/`, or `/agent-knowledge/` behind a proxy that
 * removes it. The script knows it by its own address, `<base>/console/console.js`.
 */
export const BASE_PATH = new URL('..', import.meta.url).pathname;

/** Where the browser finds a path of the gateway. @param path from the gateway's root, such as `/tasks?status=failed` */
export function at(path: string): string {
	return BASE_PATH + path.slice(1);
}

/** The path of the gateway for one of the browser, without its last slash. */
export function pathOf(browserPath: string): string {
	return `/${`${browserPath}/`.slice(BASE_PATH.length).replace(/\/$/, '')}`;
}
