import { z } from 'zod';

const LONGEST_PATTERN = 500;
const MOST_PATTERNS = 100;

/**
 * Which addresses of a sitemap count. A pattern that begins with `http` is compared with the whole address, any other with
 * its path: `/help/**`. `*` ends at a slash, and `**` does not.
 */
export const addressPatternsSchema = z
	.array(
		z
			.string()
			.max(LONGEST_PATTERN)
			.regex(/^(https?:\/\/|\/|\*\*)/, 'must begin with a slash, as /help/** does, or with http'),
	)
	.max(MOST_PATTERNS);
