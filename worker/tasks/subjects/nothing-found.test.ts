import { cpuMsOf } from '../../../test/support/time/cpu-time';
import { nothingFoundIn } from './nothing-found';

test.each([
	'I could not find an answer to that in what I have learned.',
	'I couldn’t find any information about shipping to Norway.',
	'I was not able to find the delivery time.',
	'Unfortunately, I don’t have specific information on this.',
	'We have no details about that order.',
	'I found nothing about gift cards.',
	'This is not covered in my knowledge base.',
	"I don't know.",
	'Dazu konnte ich leider keine Antwort finden.',
	'Dazu liegen uns leider keine Informationen vor.',
	"Je n'ai pas trouvé de réponse.",
	'No he podido encontrar esa información.',
	'Não consegui encontrar uma resposta.',
	'Non ho trovato nessuna risposta.',
	'Ik kon daar geen antwoord op vinden.',
])('finds: %s', (sentence) => {
	expect(nothingFoundIn(`Hello Ada,\n\n${sentence} Kind regards`)).toBe(sentence);
});

test.each([
	'We ship to Norway within five days.',
	'You will find the answer in your account. If you cannot open it, write to us.',
	'Returns are free. We found your order, and it is on its way.',
	'If you have no account yet, create one.',
	'Please do not hesitate to ask. You can find us in Bergen.',
	'Wir konnten Ihre Bestellung finden.',
])('finds nothing in: %s', (text) => {
	expect(nothingFoundIn(text)).toBeNull();
});

test('reads a long text in a moment', () => {
	const text = `${'could not find '.repeat(7_000)} konnte ${'keine '.repeat(5_000)}`;
	expect(cpuMsOf(() => nothingFoundIn(text))).toBeLessThan(2_000);
});
