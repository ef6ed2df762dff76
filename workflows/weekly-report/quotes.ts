/** An unanswered question, shortened, without addresses and long numbers. */
export interface Quote {
	text: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** What a report quotes of an agent's unanswered questions: enough to see what is missing. */
const MOST_QUOTES = 3;
/** Sources of an agent that failed and that a report names. */
export const MOST_NAMED = 3;

/** The newest of an agent's questions, newest first. A question that many asked stands there once. */
export function newestQuotes(quotes: readonly Quote[]): Quote[] {
	const newestFirst = quotes.toSorted((one, other) => other.at - one.at);
	const texts = newestFirst.map(({ text }) => text);
	return newestFirst.filter(({ text }, index) => texts.indexOf(text) === index).slice(0, MOST_QUOTES);
}
