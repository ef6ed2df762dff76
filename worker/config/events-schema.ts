import { z } from 'zod';

/** Who may be told of events, and how the people who decide are told by mail. */
export const eventsSchema = z.strictObject({
	/**
	 * host:port that subscriptions may name. One that is named here may be in a private network; `*:443` stands for every
	 * host on the open internet, by https.
	 */
	webhookHosts: z
		.array(
			z
				.string()
				.trim()
				.regex(
					/^(\*|\[[0-9a-f:]+\]|[^\s:/@*]+):\d{1,5}$/i,
					'must be host:port, for example n8n.example.com:443, or *:443 for all public hosts',
				),
		)
		.default([]),
});
