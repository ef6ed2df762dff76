import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../support/network/listen';

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
		const { url, close } = await listen(this.server);
		this.stop = close;
		return `${url}/v1`;
	}

	stop: () => Promise<void> = () => Promise.resolve();
}

const completion = (content: string) => ({
	id: 'one',
	object: 'chat.completion',
	created: 0,
	model: 'small',
	choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }],
});
