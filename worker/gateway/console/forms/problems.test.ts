import { fieldsOf } from './fields-of';
import { problemsAt, problemsBeside, sentenceAt, sentenceOf, withoutProblemsAt } from './problems';

const PROBLEMS = [
	{ path: 'to', message: 'is empty' },
	{ path: 'to.1', message: 'is not an email address' },
	{ path: 'tone', message: 'is unknown' },
];

test('a field has the problems of its own and of its parts', () => {
	expect(problemsAt(PROBLEMS, 'to')).toEqual([
		{ path: '', message: 'is empty' },
		{ path: '1', message: 'is not an email address' },
	]);
	expect(problemsBeside(PROBLEMS, ['to'])).toEqual([{ path: 'tone', message: 'is unknown' }]);
	expect(withoutProblemsAt(PROBLEMS, 'to')).toEqual([{ path: 'tone', message: 'is unknown' }]);
});

const fields = fieldsOf({
	properties: {
		content: { type: 'string', title: 'Text' },
		prompt: { type: 'string', title: 'Prompt' },
		cc: { type: 'string', title: 'CC' },
		name: { type: 'string', title: 'Name' },
		startDate: { type: 'string', title: 'First day' },
		endDate: { type: 'string', title: 'Last day' },
	},
});

test.each([
	['Agent', 'is missing', 'Agent is missing.'],
	['Agent', '"a" is unknown; known are: b', 'Agent: "a" is unknown; known are: b.'],
	['Text', 'and prompt: send exactly one of them', 'Text and “Prompt”: send exactly one of them.'],
	['To', 'and cc have 11 addresses together', 'To and “CC” have 11 addresses together.'],
	['To', 'is empty; name at least one address', 'To is empty; name at least one address.'],
	['Last day', 'is before startDate', 'Last day is before “First day”.'],
	['Days', 'cannot be combined with startDate or endDate', 'Days cannot be combined with “First day” or “Last day”.'],
])('%s %s is said with the words of the form', (label, message, sentence) => {
	expect(sentenceOf(label, message, fields)).toBe(sentence);
});

test.each([
	['1', 'is not an email address', 'To, line 2, is not an email address.'],
	['0', '"ada" is unknown', 'To, line 1: "ada" is unknown.'],
	['', 'is missing', 'To is missing.'],
])('a problem at %j that %s names its line', (path, message, sentence) => {
	expect(sentenceAt('To', { path, message })).toBe(sentence);
});
