import { z } from 'zod';

/** An image or a video of a media pair. */
export const attachmentSchema = z.strictObject({
	type: z.enum(['image', 'video']),
	url: z.url({ protocol: /^https?$/ }),
});
