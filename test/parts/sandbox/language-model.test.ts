import { chatReplySchema } from '../../../api';
import { LanguageModelEndpoint } from './language-model-endpoint';
import { TestSandbox } from './running-sandbox';
import { teach } from './taught-agent';

describe('chat with a language model', () => {
	const endpoint = new LanguageModelEndpoint();
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
