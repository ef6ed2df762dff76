/** Whether a path (below /api/v1) is one of a pattern of the contract, as in `/agents/{id}/retrain`. */
export function matchesPattern(pattern: string, path: string): boolean {
	const wanted = pattern.split('/');
	const given = path.split('/');
	return (
		wanted.length === given.length && wanted.every((part, index) => /^\{\w+\}$/.test(part) || part === given[index])
	);
}

/** The same path as Fastify writes it: `/agents/:id/retrain`. */
export function toRoutePath(pattern: string): string {
	return pattern.replaceAll(/\{(\w+)\}/g, ':$1');
}
