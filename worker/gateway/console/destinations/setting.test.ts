import { fieldOf } from './setting';

test.each([
	['columns.mail', 'mail'],
	['properties.lead.source', 'lead.source'],
	['columns', null],
	['url', null],
	['table', null],
])('the setting %s is about the field %s', (path, field) => {
	expect(fieldOf(path)).toBe(field);
});
