import { createServer, request as forward } from 'node:http';
import { listen } from '../../support/network/listen';

export interface Noted {
	/** `POST /api/v1/agents/agent_support/retrain` */
	request: string;
	traceparent: string | undefined;
	headers: string[];
}

export interface NotingProxy {
	url: string;
	requests: Noted[];
	close(): Promise<void>;
}

/** Stands in front of a server and notes which headers come with a request. */
export async function startNotingProxy(target: string): Promise<NotingProxy> {
	const requests: Noted[] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		const traceparent = headers['traceparent'];
		requests.push({
			request: `${method} ${url}`,
			traceparent: typeof traceparent === 'string' ? traceparent : undefined,
			headers: Object.keys(headers),
		});
		const onward = forward(new URL(url, target), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	const { url, close } = await listen(server);
	return {
		url,
		requests,
		close,
	};
}
