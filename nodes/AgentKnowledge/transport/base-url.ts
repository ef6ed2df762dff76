/**
 * The address of the service without /api/v1, which every request adds itself. People paste it with a slash
 * at the end, or as it stands in the API's documentation; both are meant.
 */
export function normalizedBaseUrl(baseUrl: string): string {
	return baseUrl
		.trim()
		.replace(/(?<!\/)\/+$/, '')
		.replace(/\/api\/v1$/, '');
}
