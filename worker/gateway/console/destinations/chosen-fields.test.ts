import { LEAD_SOURCES } from '../../../destinations';
import { CHOICES, chosenOf, fieldsOf } from './chosen-fields';

test('everything that a message does not have anyway can be chosen', () => {
	expect([...CHOICES, 'connection', 'id'].sort()).toEqual([...LEAD_SOURCES].sort());
});

test.each([[null], [['name', 'email']], [['email', 'fields.budget', 'fields.How did you find us?']]])(
	'%j stays what it is through the form',
	(fields) => {
		expect(fieldsOf(chosenOf(fields))).toEqual(fields);
	},
);

test('form fields are typed one a line, and each counts once', () => {
	const formFields = ' budget \n\nbudget\nsize';
	expect(fieldsOf({ isAll: false, chosen: ['email'], formFields })).toEqual(['email', 'fields.budget', 'fields.size']);
	expect(fieldsOf({ isAll: true, chosen: ['email'], formFields })).toBeNull();
});
