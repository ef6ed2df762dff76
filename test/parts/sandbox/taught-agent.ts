import { qaPairSchema, sourceWithContentSchema } from '../../../api';
import type { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

/** Adds a text to an agent's knowledge, and waits until it is found. */
export async function teach(sandbox: TestSandbox, agent: string, title: string, content: string): Promise<void> {
	const sources = `/agents/${agent}/sources`;
	const { body } = await sandbox.call('POST', sources, { body: { type: 'text', title, content } });
	const { id } = sourceWithContentSchema.pick({ id: true }).parse(body);
	const read = async () => sourceWithContentSchema.parse((await sandbox.call('GET', `${sources}/${id}`)).body);
	await eventually(read, ({ status }) => status === 'indexed', 'a source is indexed by a job of its own');
}

/** Makes a Q&A pair. Its indexing takes a moment. */
export async function addPair(sandbox: TestSandbox, agent: string, question: string, answer: string) {
	const { body } = await sandbox.call('POST', `/agents/${agent}/qa-pairs`, { body: { question, answer } });
	return qaPairSchema.parse(body);
}
