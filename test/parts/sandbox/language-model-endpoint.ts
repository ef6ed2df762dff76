import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** An OpenAI-compatible endpoint that keeps what it was asked, and answers what it is told. */
export class LanguageModelEndpoint {
	readonly asked: string[] = [];
	answer: { status: number; content: string } = { status: 200, content: 'Written by a model.' };
	private readonly server = createServer((request, response) => {
		void text(request).then((body) => {
			this.asked.push(`${request.url ?? ''} ${request.headers.authorization ?? ''} ${body}`);
			response.writeHead(this.answer.status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(completion(this.answer.content)));
		});
	});

	async start(): Promise<string> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		const address = this.server.address();
		if (address === null || typeof address === 'string') throw new Error('The endpoint listens on no port.');
		return `http://127.0.0.1:${address.port}/v1`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}

const completion = (content: string) => ({
	id: 'one',
	object: 'chat.completion',
	created: 0,
	model: 'small',
	choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }],
});
