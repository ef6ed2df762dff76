import { Problem } from '../../problems/problem';
import { checkAtOnce, checkMappedConversation } from './mapped-conversation';

const mapped = (...sources: string[]) => ({
	name: 'crm',
	mapping: sources.map((source) => ({ field: `to ${source}`, source })),
});

it.each([
	[['email'], 'none'],
	[['conversation.extract'], 'extract'],
	[['conversation.extract', 'conversation.text'], 'json'],
	[['conversation.missing'], 'extract'],
] as const)('takes leads for %j with the conversation as %s', (sources, form) => {
	expect(() => {
		checkMappedConversation(mapped(...sources), form);
	}).not.toThrow();
});

it('refuses leads with a conversation of which the destination takes nothing', () => {
	const crm = mapped('email');
	expect(() => {
		checkMappedConversation(crm, 'text');
	}).toThrow(expect.objectContaining({ type: 'conversation_not_taken', status: 422 }) as Error);
	expect(() => {
		checkMappedConversation({ ...crm, takesConversations: true }, 'text');
	}).not.toThrow();
});

it.each([
	[['conversation.extract'], 'none', 'extract'],
	[['conversation.extract', 'conversation.json', 'email'], 'text', 'json'],
] as const)('refuses leads for %j with the conversation as %s, and names the form', (sources, form, needed) => {
	let thrown: unknown;
	try {
		checkMappedConversation(mapped(...sources), form);
	} catch (error) {
		thrown = error;
	}
	if (!(thrown instanceof Problem)) throw new Error('It was not refused.');
	expect(thrown.issues).toEqual([{ path: 'conversation', message: `is ${form}, but the destination needs ${needed}` }]);
	expect(thrown.detail).toContain(`maps conversation.${needed} to to conversation.${needed}`);
});

it('lets leads come again only where they are updated, and with a conversation', () => {
	const updates = { name: 'crm', updateConversations: () => Promise.resolve([]) };
	expect(() => {
		checkAtOnce(updates, 'text');
	}).not.toThrow();
	for (const [destination, form, type] of [
		[{ name: 'hook' }, 'text', 'conversation_not_updated'],
		[null, 'text', 'conversation_not_updated'],
		[updates, 'none', 'conversation_not_read'],
	] as const)
		expect(() => {
			checkAtOnce(destination, form);
		}).toThrow(expect.objectContaining({ type, status: 422 }) as Error);
});
