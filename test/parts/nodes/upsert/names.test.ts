import { isSameText, nameKey, spelling } from '../../../../nodes/AgentKnowledge/actions/names';
import { isSameText as isSameInSync } from '../../../../worker/activities/knowledge-sync/content-digest';
import { itemKey } from '../../../../workflows/knowledge-sync/row-key';

const COMPOSED = 'Où est-il ?'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

it.each([
	['blanks around', ' Do you ship? ', 'Do you ship?'],
	['blanks inside', 'Do  you\u00a0ship\n?', 'Do you ship ?'],
	['the form of Unicode', DECOMPOSED, COMPOSED],
	['capitals', 'DO YOU SHIP?', 'Do you ship?'],
])('%s make no other name', (_what, one, other) => {
	expect(one).not.toBe(other);
	expect(nameKey(one)).toBe(nameKey(other));
});

it.each([
	['Do you ship?', 'Do you ship'],
	['Ou est-il ?', COMPOSED],
	['Room 1', 'Room 2'],
])('%j and %j are two names', (one, other) => {
	expect(nameKey(one)).not.toBe(nameKey(other));
});

it('a change of capitals is another spelling, a change of blanks is none', () => {
	expect(spelling('do you ship?')).not.toBe(spelling('Do you ship?'));
	expect(spelling('Do  you ship?')).toBe(spelling('Do you ship?'));
});

it('ends of lines and blanks around a text do not count, blanks inside do', () => {
	expect(isSameText('One\r\nTwo\r', 'One\nTwo')).toBe(true);
	expect(isSameText('One  two', 'One two')).toBe(false);
	expect(isSameText('Yes', 'yes')).toBe(false);
});

it('the task knowledge-sync takes the same names and texts for one', () => {
	const names = [
		COMPOSED,
		DECOMPOSED,
		' A\u00a0 b\n',
		'İSTANBUL',
		'Straße',
		'日本 語',
		'',
		'\ufeffA',
		'A\r\nB\r',
		'a\nb',
	];
	for (const one of names) {
		expect(`text ${nameKey(one)}`).toBe(itemKey('text', one));
		for (const other of names) expect(isSameText(one, other)).toBe(isSameInSync(one, other));
	}
});

it('what a service shows in the place of a name or a text is none', () => {
	expect(nameKey(null)).toBe('');
	expect(isSameText(undefined, '')).toBe(false);
});
