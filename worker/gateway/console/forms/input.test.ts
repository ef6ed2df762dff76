import { INCOMPLETE_DATE, type TypedForm } from './field';
import { fieldsOf } from './fields-of';
import { inputOf } from './input';
import { emptyForm, typedForm } from './typed';

const fields = fieldsOf({
	properties: {
		version: { const: 1, default: 1 },
		connection: { type: 'string', title: 'Connection' },
		subject: { type: 'string', title: 'Subject', maxLength: 10 },
		to: { type: 'array', title: 'To', items: { type: 'string', format: 'email' }, maxItems: 2 },
		atOnce: { type: 'integer', title: 'At once', minimum: 1, maximum: 50, default: 3 },
		waitSeconds: { type: 'integer', title: 'Wait', minimum: 60, maximum: 86_400, 'x-form': { unit: 'seconds' } },
		day: { type: 'string', title: 'Day', format: 'date' },
		isSlow: { type: 'boolean', title: 'Slowly', default: false },
		sources: {
			type: 'array',
			title: 'Sources',
			items: {
				oneOf: [
					{
						title: 'Page',
						properties: { type: { const: 'url' }, url: { type: 'string', title: 'Address', format: 'uri' } },
						required: ['type', 'url'],
					},
				],
			},
		},
	},
	required: ['connection'],
});

const empty = emptyForm(fields);
const sent = (typed: TypedForm) => inputOf(fields, { ...empty, connection: 'main', ...typed });

test('an empty form sends defaults only, and names what is missing', () => {
	expect(inputOf(fields, empty)).toEqual({
		input: { atOnce: 3, isSlow: false },
		problems: [{ path: 'connection', message: 'is missing' }],
	});
});

test('spaces around a text are not sent, and lists have one item a line or separated by commas', () => {
	expect(sent({ subject: ' Hello ', to: ' a@b.example\n\nc@d.example, ' }).input).toMatchObject({
		subject: 'Hello',
		to: ['a@b.example', 'c@d.example'],
	});
});

test.each<[string, TypedForm, string, string]>([
	['a long text', { subject: 'Hello, Ada!' }, 'subject', 'must be at most 10 characters long'],
	['an item', { to: 'a@b.example\nnobody' }, 'to.1', 'is not an email address'],
	['a long list', { to: 'a@b.example\nc@d.example\ne@f.example' }, 'to', 'has more than 2 lines, with one item each'],
	['a word for a number', { atOnce: 'many' }, 'atOnce', 'must be a whole number'],
	['a part of a number', { atOnce: '1.5' }, 'atOnce', 'must be a whole number'],
	['a small number', { atOnce: '0' }, 'atOnce', 'must be at least 1'],
	['a short time', { waitSeconds: '1 seconds' }, 'waitSeconds', 'must be at least 60 seconds'],
	['a long time', { waitSeconds: '2 days' }, 'waitSeconds', 'must be at most 24 hours'],
	['a time that is no number', { waitSeconds: 'some hours' }, 'waitSeconds', 'must be a whole number'],
	['a part of a day', { day: INCOMPLETE_DATE }, 'day', 'is not a date; enter an existing day, month and year'],
	['a year of five digits', { day: '12026-01-01' }, 'day', 'must have a year of four digits'],
	['a row', { sources: [{ type: 'url', url: 'shop' }] }, 'sources.0.url', 'must be an http:// or https:// address'],
	['an empty row', { sources: [{ type: 'url', url: '' }] }, 'sources.0.url', 'is missing'],
])('%s is refused at its field', (_what, typed, path, message) => {
	expect(sent(typed).problems).toEqual([{ path, message }]);
});

test('a field of an unknown kind is no silent gap', () => {
	expect(() => fieldsOf({ properties: { odd: { type: 'null' } } })).toThrow('the field odd');
	expect(() => fieldsOf({ properties: { odd: { type: 'array', items: { type: 'integer' } } } })).toThrow(
		'lists of integer',
	);
});

test('an object without names is JSON', () => {
	const fields = fieldsOf({ properties: { input: { type: 'object', title: 'Input' } } });
	const read = (input: string) => inputOf(fields, { input });
	expect(read(' {"atOnce": 2} ')).toEqual({ input: { input: { atOnce: 2 } }, problems: [] });
	expect(read('')).toEqual({ input: {}, problems: [] });
	for (const wrong of ['[1]', 'null', '{', '2'])
		expect(read(wrong).problems).toEqual([{ path: 'input', message: 'must be a JSON object, such as {"atOnce": 2}' }]);
	expect(typedForm(fields, { input: { atOnce: 2 } })).toEqual({ input: '{\n  "atOnce": 2\n}' });
	expect(typedForm(fields, { input: {} })).toEqual({ input: '' });
});

test('values by name stand one a line', () => {
	const names = { type: 'string', enum: ['question', 'answer'] };
	const named = fieldsOf({ properties: { columns: { type: 'object', title: 'Columns', propertyNames: names } } });
	const read = (columns: string) => inputOf(named, { columns });
	expect(read(' question = Frage=1 \n\nanswer=2')).toEqual({
		input: { columns: { question: 'Frage=1', answer: '2' } },
		problems: [],
	});
	expect(read('')).toEqual({ input: {}, problems: [] });
	for (const wrong of ['frage=1', 'question', 'question='])
		expect(read(wrong).problems).toEqual([
			{ path: 'columns', message: expect.stringMatching(/^has a line that is not name=value/) as string },
		]);
	expect(read('question=1\nquestion=2').problems).toEqual([
		{ path: 'columns', message: 'has question twice; keep one of the two lines' },
	]);
});
