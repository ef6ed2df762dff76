/**
 * The address of the service without /api/v1, which each request adds. People also paste it with a slash at the end, or
 * with /api/v1, as in the API's documentation.
 */
export function normalizedBaseUrl(baseUrl: string): string {
	return baseUrl
		.trim()
		.replace(/(?<!\/)\/+$/, '')
		.replace(/\/api\/v1$/, '');
}
