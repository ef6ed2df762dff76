import { type Fact, linesOf, type Notice, NOTICE_LIMITS } from './notice';
import { cut } from './plain-text';
import { withoutMarkup } from './without-markup';

/** Text that Slack shows as it is: it makes no links, mentions, styles or emoji of it. */
interface PlainText {
	type: 'plain_text';
	text: string;
	emoji: false;
}

/** `verbatim`: Slack makes no links of addresses in it. */
interface Mrkdwn {
	type: 'mrkdwn';
	text: string;
	verbatim: true;
}

type Block =
	| { type: 'header'; text: PlainText }
	| { type: 'section'; text: PlainText | Mrkdwn }
	| { type: 'section'; fields: PlainText[] };

export interface SlackMessage {
	/** For notifications, and for programs that take Slack's webhooks and know no blocks, such as Mattermost. */
	text: string;
	blocks: Block[];
	unfurl_links: false;
	unfurl_media: false;
}

/** Slack's limits, in characters. It also refuses more than some 13,000 characters in all blocks together. */
const HEADER = 150;
const SECTION = 3_000;
/** Far below Slack's limit of 2,000 characters. */
const FIELD = NOTICE_LIMITS.label + NOTICE_LIMITS.value;

/**
 * The message for an incoming webhook of Slack. The words stand in plain text. Only our own link is mrkdwn, and it is a
 * link instead of a button: Slack sends the press of a button to the app, which an incoming webhook does not have.
 */
export function slackMessage(notice: Notice): SlackMessage {
	const { title, sentences, items, facts } = notice;
	const link = `<${linkAddress(notice.link.url)}|${escaped(notice.link.label)}>`;
	return {
		text: `${fallbackText(notice)}\n${link}`,
		blocks: [
			{ type: 'header', text: plain(escapedWithin(title, HEADER)) },
			...paragraph(sentences, NOTICE_LIMITS.sentences),
			...paragraph(
				items.map((item) => `• ${item}`),
				NOTICE_LIMITS.items,
			),
			{ type: 'section', fields: facts.map(fieldOf) },
			{ type: 'section', text: { type: 'mrkdwn', text: `*${link}*`, verbatim: true } },
		],
		unfurl_links: false,
		unfurl_media: false,
	};
}

/** One section; none without lines. @param most lines that there can be */
function paragraph(lines: readonly string[], most: number): Block[] {
	if (lines.length === 0) return [];
	const room = Math.floor(SECTION / most) - 1;
	const text = lines.map((each) => escapedWithin(each, room)).join('\n');
	return [{ type: 'section', text: plain(text) }];
}

function fieldOf({ label, value }: Fact): PlainText {
	return plain(escapedWithin(`${label}: ${value}`, FIELD));
}

/** @param text escaped */
function plain(text: string): PlainText {
	return { type: 'plain_text', text, emoji: false };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack's three control characters, as its documentation asks for every text. */
function escaped(text: string): string {
	return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

function escapedWithin(text: string, limit: number): string {
	return escaped(cut(text, limit, (character) => escaped(character).length));
}

function linkAddress(url: string): string {
	return escaped(url.replace(/[|<>]/g, encodeURIComponent));
}

/** The words for programs that read them as mrkdwn or Markdown. */
function fallbackText(notice: Notice): string {
	return escapedWithin(linesOf(notice).map(withoutMarkup).join('\n'), SECTION);
}
