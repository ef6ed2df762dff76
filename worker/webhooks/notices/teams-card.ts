import type { Notice } from './notice';
import { cut, ZERO_WIDTH_SPACE } from './plain-text';

/** Text without Markdown. A TextBlock or a FactSet would make links of `[…](…)`. */
interface TextRun {
	type: 'TextRun';
	text: string;
	weight?: 'Bolder';
	size?: 'Large';
}

interface RichTextBlock {
	type: 'RichTextBlock';
	inlines: TextRun[];
	spacing?: 'Small';
}

interface AdaptiveCard {
	$schema: string;
	type: 'AdaptiveCard';
	/** Teams shows up to 1.5. */
	version: '1.4';
	/** Where the card cannot be shown. */
	fallbackText: string;
	body: RichTextBlock[];
	actions: [{ type: 'Action.OpenUrl'; title: string; url: string }];
}

export interface TeamsMessage {
	type: 'message';
	/** The words of the notification. */
	summary: string;
	attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive'; contentUrl: null; content: AdaptiveCard }];
}

/** Bytes of one line. With all lines and the link, the message stays below the 28 kB that Teams takes. */
const LINE_BYTES = 600;

/**
 * The message for a webhook of the Workflows app in Teams ("When a Teams webhook request is received"): one Adaptive
 * Card. Its button opens a page, because a press that decides could be anybody's.
 */
export function teamsMessage({ title, sentences, items, facts, link }: Notice): TeamsMessage {
	const summary = shown(title);
	return {
		type: 'message',
		summary,
		attachments: [
			{
				contentType: 'application/vnd.microsoft.card.adaptive',
				contentUrl: null,
				content: {
					$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
					type: 'AdaptiveCard',
					version: '1.4',
					fallbackText: summary,
					body: [
						line([{ type: 'TextRun', text: summary, weight: 'Bolder', size: 'Large' }]),
						...sentences.map((each) => line([run(each)])),
						...items.map((each) => line([run(`• ${each}`)])),
						...facts.map(({ label, value }) =>
							line([{ type: 'TextRun', text: `${shown(label)}: `, weight: 'Bolder' }, run(value)]),
						),
					],
					actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
				},
			},
		],
	};
}

function line(inlines: TextRun[]): RichTextBlock {
	return { type: 'RichTextBlock', inlines, spacing: 'Small' };
}

function run(text: string): TextRun {
	return { type: 'TextRun', text: shown(text) };
}

/** Teams replaces `{{DATE(…)}}` in every text. */
function shown(text: string): string {
	return cut(text.replace(/\{(?=\{)/g, `{${ZERO_WIDTH_SPACE}`), LINE_BYTES, bytesInJson);
}

function bytesInJson(character: string): number {
	return Buffer.byteLength(JSON.stringify(character)) - 2;
}
