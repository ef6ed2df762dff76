import { changedText } from './changed-text';

it.each([
	['qa open?=At nine, a=b', { key: 'qa open?', text: 'At nine, a=b' }],
	['qa a=b?=Yes', { key: 'qa a=b?', text: 'Yes' }],
	['qa a=b?=c=d=Yes', { key: 'qa a=b?=c', text: 'd=Yes' }],
	['other=Yes', { key: 'other', text: 'Yes' }],
])('takes the key of the plan before the first "=": %s', (change, expected) => {
	expect(changedText(change, ['qa open?', 'qa a=b?', 'qa a=b?=c'])).toEqual(expected);
});

it.each(['Yes', '=Yes'])('refuses %s', (change) => {
	expect(() => changedText(change, [])).toThrow('Write --change as "key=text"');
});
