/** A GIF of a few bytes that says it is this large. */
export function gif(width: number, height: number): Buffer {
	const image = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;', 'latin1');
	for (const [value, ...places] of [
		[width, 6, 24],
		[height, 8, 26],
	] as const) {
		for (const place of places) image.writeUInt16LE(value, place);
	}
	return image;
}

/** A PNG without a single pixel that says it is this large. */
export function png(width: number, height: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1'),
		header,
		Buffer.alloc(4),
		Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1'),
	]);
}
