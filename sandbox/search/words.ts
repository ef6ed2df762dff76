import { segmentWords } from '../documents/plain-text';

const ENGLISH =
	'a an and are as at be but by can could did do does for from had has have how i if in is it its me my no not of on or ' +
	'our shall should so than that the their them then there these they this to was we were what when where which who ' +
	'whom why will with would you your';
/** Without those that are English words with another meaning, such as "die". */
const GERMAN =
	'auf aus bei bin dem der das dass ein eine einem einen einer es für gibt habe ich ihr im ist kann mein mich mir mit ' +
	'nicht oder sie sind über und uns von wann warum welche welcher wenn wer werden wie wir wo zu zum zur';
const CHINESE =
	'的 了 是 在 我 你 您 他 她 它 们 我们 你们 他们 有 和 与 就 不 也 都 吗 呢 吧 什么 怎么 如何 怎样 哪 哪里 哪儿 谁 多少 几 ' +
	'可以 能 会 要 想 请 请问 问 为什么 这 那 个 一个 到 被 把 对 从 多久 多长';
const JAPANESE =
	'の は が を に で と も へ や か ね よ な て た だ です ます でし まし せん する し い ある いる この その あの これ それ ' +
	'何 どこ いつ だれ 誰 どう どの くらい くだ さい つい から まで 教え たい いくら お願い ですが';
const THAI =
	'ที่ ของ และ ใน เป็น มี ได้ ให้ ไม่ จะ ไป มา กับ ก็ ว่า นี้ นั้น คือ อะไร อย่างไร ยังไง ไหน ที่ไหน เมื่อไหร่ เท่าไหร่ เท่าไร ' +
	'ไหม มั้ย หรือ ครับ ค่ะ คะ ผม ฉัน คุณ เรา';

/** Stop words: they are in every text and carry no meaning in a search. */
const STOP_WORDS: ReadonlySet<string> = new Set(
	[ENGLISH, GERMAN, CHINESE, JAPANESE, THAI].flatMap((words) => words.split(' ')),
);

/** Most words of a query: more make it slower, not better. */
const MAX_WORDS = 64;

/** The keywords of a text, each once: its words without stop words. A text that contains only stop words keeps them. */
export function keywordsOf(text: string): string[] {
	const words = segmentWords(text.toLowerCase()).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
	const keywords = words.filter((word) => !STOP_WORDS.has(word));
	return [...new Set(keywords.length > 0 ? keywords : words)].slice(0, MAX_WORDS);
}

/** A full-text expression that matches any of the words, each quoted. Null if there is no word. */
export function matchAnyOf(words: readonly string[]): string | null {
	return words.length > 0 ? words.map((word) => `"${word}"`).join(' OR ') : null;
}

/** Filler words: people use them to ask, not to name the subject. */
const FILLER_WORDS = new Set(
	(
		'about also any anything available got hello help hey hi just know let like long looking many may more much need ' +
		'offer please possible question say something tell thank thanks want wondering'
	).split(' '),
);

/** Most keywords of a question: more make an answer slower, not better. */
const MAX_QUESTION_WORDS = 24;

/** The keywords of a visitor's message, without filler words. */
export function questionWords(message: string): string[] {
	const words = keywordsOf(message);
	const keywords = words.filter((word) => !FILLER_WORDS.has(word));
	return (keywords.length > 0 ? keywords : words).slice(0, MAX_QUESTION_WORDS);
}
