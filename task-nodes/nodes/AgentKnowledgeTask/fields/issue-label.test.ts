import type { INodeProperties } from 'n8n-workflow';
import { refusal } from '../../gateway/gateway-errors';
import { issueDescriber } from './issue-label';

const text = (displayName: string): INodeProperties => ({ displayName, name: 'any', type: 'string', default: '' });
const rows: INodeProperties = {
	displayName: 'Sources',
	name: 'sources',
	type: 'fixedCollection',
	default: {},
	options: [
		{
			displayName: 'Source',
			name: 'source',
			values: [
				{ ...text('URL'), name: 'url' },
				{ ...text('File Name'), name: 'filename' },
			],
		},
	],
};
const fields = { to: text('To'), subject: text('Subject'), content: text('Text'), sources: rows };
const input = {
	to: ['ada@client.example', 'bob@'],
	subject: '',
	content: 'x'.repeat(200),
	sources: [{ type: 'url', url: 'help' }],
};
const describeIssue = issueDescriber(fields, input);

it.each([
	['to.1', 'is not an email address', 'To: "bob@" is not an email address'],
	['to', 'is empty; name at least one address', 'To is empty; name at least one address'],
	['to', 'and cc have 12 addresses together', 'To and cc have 12 addresses together'],
	['subject', 'must be one line', 'Subject must be one line'],
	['content', 'is too long', 'Text is too long'],
	['sources.0.url', 'must be an address', 'Sources, row 1, URL: "help" must be an address'],
	['sources.3.filename', 'must end with .pdf', 'Sources, row 4, File Name must end with .pdf'],
	['sources.0.other', 'is unknown', 'Sources, row 1, other is unknown'],
	['sources', '"x" is unknown', 'Sources: "x" is unknown'],
])('%s %s', (path, message, words) => {
	expect(describeIssue({ path, message })).toBe(words);
});

const node = {
	id: 'n1',
	name: 'Task',
	type: 'agentKnowledgeTask',
	typeVersion: 1,
	parameters: {},
	position: [0, 0] as [number, number],
};
const invalid = (...issues: Array<{ path: string; message: string }>) =>
	refusal({ node, describeIssue }, 400, {
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		issues,
		detail: `Nothing was done. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
	});

it('shows a path that no field holds as the gateway names it', () => {
	expect(describeIssue({ path: 'version', message: 'must be 1' })).toBeUndefined();
	expect(invalid({ path: 'version', message: 'must be 1' }).message).toBe('version: must be 1');
});

it('says one issue in the message, and the first of several, which all follow below', () => {
	const one = invalid({ path: 'to.1', message: 'is not an email address' });
	expect(one.message).toBe('To: "bob@" is not an email address');
	expect(one.description).not.toContain('bob@');
	const two = invalid({ path: 'to.1', message: 'is not an email address' }, { path: 'subject', message: 'is empty' });
	expect(two.message).toBe('To: "bob@" is not an email address (and 1 more)');
	expect(two.description?.split('\n').slice(0, 2)).toEqual(['To: "bob@" is not an email address', 'Subject is empty']);
});
