import { preview } from 'vite';

/** Serves the built site on a free port. @returns its address, without a slash at the end */
export async function serveSite(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
	const server = await preview({
		configFile: false,
		appType: 'mpa',
		logLevel: 'error',
		build: { outDir: folder },
		preview: { host: '127.0.0.1', port: 0 },
	});
	const [url = ''] = server.resolvedUrls?.local ?? [];
	return { url: url.replace(/\/$/, ''), close: () => server.close() };
}
