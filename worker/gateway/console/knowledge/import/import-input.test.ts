import { importInput } from './import-input';
import { newImport } from './import-draft';

const file = { blob: `sha256:${'0'.repeat(64)}`, name: 'a.csv' };

it('sends the file with its columns', () => {
	const draft = { ...newImport({}), file };
	expect(importInput([], draft)).toEqual({ input: { blob: file.blob }, problems: [] });
	const columns = { question: 'Frage', answer: 2 };
	expect(importInput([], { ...draft, columns }).input).toEqual({ blob: file.blob, columns });
});

it('asks for a table, and for a use of pasted rows that an earlier file would hide', () => {
	expect(importInput([], newImport({})).problems).toEqual([{ path: 'blob', message: 'is missing' }]);
	expect(importInput([], { ...newImport({}), file, pasted: 'a\tb' }).problems).toEqual([
		{ path: 'blob', message: expect.stringMatching(/^has pasted rows that are not used yet\./) as string },
	]);
});
