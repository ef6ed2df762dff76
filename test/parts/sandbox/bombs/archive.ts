import type { Packed } from './packed';

/** A ZIP file as its format describes it (APPNOTE 4.3), with whatever sizes its parts claim. */
export function archive(parts: Record<string, Packed>): Buffer {
	const files: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [name, { bytes, size }] of Object.entries(parts)) {
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt16LE(DEFLATED, 4);
		common.writeUInt32LE(bytes.length, 14);
		common.writeUInt32LE(size, 18);
		common.writeUInt16LE(name.length, 22);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), bytes]);
		directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
		files.push(file);
		offset += file.length;
	}
	const entries = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 'latin1');
	end.writeUInt16LE(files.length, 8);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(entries.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...files, entries, end]);
}

const DEFLATED = 8;
