import { columnsIn } from './columns-in';

it('knows the columns that the titles of a table name', () => {
	const titles = ['Frage', ' Antwort ', 'Notiz'];
	expect(columnsIn(titles, { question: 'Frage', answer: 'Antwort', title: 3 })).toEqual({
		question: 1,
		answer: 2,
		title: 3,
	});
	expect(columnsIn(titles, { question: 'Frage', answer: 'Antworten', title: 4 })).toEqual({ question: 1 });
});
