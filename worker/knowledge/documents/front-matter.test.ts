import fc from 'fast-check';
import { stringify } from 'yaml';
import { readFrontMatter } from './front-matter';

const line = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 });

it('reads what a YAML writer wrote, and the text below it', () => {
	fc.assert(
		fc.property(line, line, line, fc.constantFrom('\n', '\r\n'), (title, key, text, end) => {
			const yaml = stringify({ layout: { deep: [1] }, title, key }, { defaultStringType: 'QUOTE_DOUBLE' });
			const document = `---\n${yaml}---\n\n${text}\n---\n`.replaceAll('\n', end);
			expect(readFrontMatter(document)).toEqual({ title, key, content: `${text}\n---\n`, problems: [] });
		}),
	);
});

it.each([
	['a document without it', 'Text\n---\n', 'Text\n---\n'],
	['a rule at the start', '---\nText\n', '---\nText\n'],
	['an empty one', '---\n---\nText', 'Text'],
	['fields without values', '---\ntitle:\n---\nText', 'Text'],
])('reads %s', (_, text, content) => {
	expect(readFrontMatter(text)).toMatchObject({ content, problems: [] });
});

it('takes a number as a title', () => {
	expect(readFrontMatter('---\ntitle: 2026\n---\n')).toMatchObject({ title: '2026' });
});

it.each([
	['---\na: 1\ntitle: "a\n---\nText', 'front matter', /^is not valid YAML in line \d/],
	['---\ntitle: [a]\n---\nText', 'title', /^must be a text/],
	['---\nA sentence.\n---\nText', 'front matter', /^has no fields/],
	['---\ntitle: *a\n---\nText', 'front matter', /alias|YAML/],
	['+++\ntitle = "a"\n+++\nText', 'front matter', /^is TOML/],
])('refuses %j', (text, field, reason) => {
	const { problems } = readFrontMatter(text);
	expect(problems.map((problem) => problem.field)).toEqual([field]);
	expect(problems[0]?.reason).toMatch(reason);
});
