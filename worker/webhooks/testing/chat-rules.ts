import { z } from 'zod';

const plainText = (most: number) =>
	z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.literal(false) });
const mrkdwn = z.strictObject({
	type: z.literal('mrkdwn'),
	text: z.string().min(1).max(3_000),
	verbatim: z.literal(true),
});

/** What an incoming webhook of Slack takes, by its documented limits. */
export const slackMessageSchema = z.strictObject({
	text: z.string().min(1).max(40_000),
	blocks: z
		.array(
			z.union([
				z.strictObject({ type: z.literal('header'), text: plainText(150) }),
				z.strictObject({ type: z.literal('section'), text: z.union([plainText(3_000), mrkdwn]) }),
				z.strictObject({ type: z.literal('section'), fields: z.array(plainText(2_000)).min(1).max(10) }),
			]),
		)
		.min(1)
		.max(50),
	unfurl_links: z.literal(false),
	unfurl_media: z.literal(false),
});
export type ReceivedSlackMessage = z.infer<typeof slackMessageSchema>;

/** Slack refuses larger blocks, which its documentation does not say. */
export const SLACK_BLOCKS_CHARACTERS = 13_000;

const textRun = z.strictObject({
	type: z.literal('TextRun'),
	text: z.string(),
	weight: z.literal('Bolder').optional(),
	size: z.literal('Large').optional(),
});

/** What the Workflows app of Teams takes: one Adaptive Card, here of elements that know no Markdown. */
export const teamsMessageSchema = z.strictObject({
	type: z.literal('message'),
	summary: z.string().min(1),
	attachments: z.tuple([
		z.strictObject({
			contentType: z.literal('application/vnd.microsoft.card.adaptive'),
			contentUrl: z.null(),
			content: z.strictObject({
				$schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
				type: z.literal('AdaptiveCard'),
				version: z.enum(['1.2', '1.3', '1.4', '1.5']),
				fallbackText: z.string().min(1),
				body: z.array(
					z.strictObject({
						type: z.literal('RichTextBlock'),
						inlines: z.array(textRun).min(1),
						spacing: z.literal('Small'),
					}),
				),
				actions: z.tuple([
					z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() }),
				]),
			}),
		}),
	]),
});
export type ReceivedTeamsMessage = z.infer<typeof teamsMessageSchema>;

/** Teams takes messages of at most 28 kB. */
export const TEAMS_BYTES = 28_000;
