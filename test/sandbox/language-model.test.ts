import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { chatReplySchema } from '../../api';
import { TestSandbox } from './running-sandbox';
import { teach } from './taught-agent';

/** An OpenAI-compatible endpoint that keeps what it was asked, and answers what it is told. */
class Endpoint {
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

describe('chat with a language model', () => {
	const endpoint = new Endpoint();
	let sandbox: TestSandbox;
	beforeAll(async () => {
		const baseUrl = await endpoint.start();
		sandbox = await TestSandbox.start({ languageModel: { baseUrl, apiKey: 'model-key', model: 'small' } });
		await teach(sandbox, 'agent_support', 'Returns', 'A parcel may be returned within 30 days.');
	});
	afterAll(async () => {
		await sandbox.running.close();
		await endpoint.stop();
	});

	const ask = async (message: string) => {
		const { body } = await sandbox.call('POST', '/agents/agent_support/chat', {
			body: { message, location: { countryCode: 'NO' } },
		});
		return chatReplySchema.parse(body);
	};

	it('has it write the reply from the passages, for the place of the visitor', async () => {
		const { reply, sources } = await ask('How do I return a parcel?');

		expect(reply).toBe('Written by a model.');
		expect(sources).toEqual([{ title: 'Returns', url: null }]);
		const [asked] = endpoint.asked;
		expect(asked).toContain('/v1/chat/completions Bearer model-key');
		for (const told of ['within 30 days', 'Norway', 'How do I return a parcel?']) expect(asked).toContain(told);
	});

	it('does not ask it what no passage is about', async () => {
		const before = endpoint.asked.length;

		expect((await ask('Do you repair spaceships?')).reply).toContain('could not find an answer');
		expect(endpoint.asked).toHaveLength(before);
	});

	it('answers with the passages when it fails', async () => {
		endpoint.answer = { status: 400, content: '' };

		expect((await ask('How do I return a parcel?')).reply).toBe('A parcel may be returned within 30 days.');
	});
});
