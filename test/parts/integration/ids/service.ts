import { createServer } from 'node:http';
import { listen } from '../../../support/network/listen';

/** A service that knows nothing and notes the path of each request, as it came. */
export class NotingService {
	readonly paths: string[] = [];
	/** What it answers. */
	status = 404;

	private constructor(
		readonly url: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<NotingService> {
		const server = createServer((request, response) => {
			service.paths.push((request.url ?? '').replace(/\?.*$/s, ''));
			const envelope = {
				type: 'not_found',
				title: 'There is no such agent',
				status: service.status,
				detail: '',
				issues: [],
			};
			request.resume().on('end', () => {
				response.writeHead(service.status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
			});
		});
		const { url, close } = await listen(server);
		const service = new NotingService(url, close);
		return service;
	}
}
