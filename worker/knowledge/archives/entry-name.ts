import { isUtf8 } from 'node:buffer';
import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';

/** Bit 11: the writer says that the name is UTF-8. */
const SAYS_UTF8 = 0x800;
/** The upper half of the external attributes is the mode of the file, if Unix wrote the archive. */
const MODE_SHIFT = 16;
const FILE_KIND = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/** What systems add to archives by themselves. */
const BY_SYSTEMS = /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)/;
/** A drive, as in `C:\`, or a server. */
const ABSOLUTE = /^([A-Za-z]:|[/\\])/;

/**
 * The path of an entry, with `/` between its folders. Many programs write names in UTF-8 without saying so, so that a name
 * which is valid UTF-8 is read as that. Else it is read as the format has it: CP437, or a name in an extra field.
 */
export function entryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
	const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | SAYS_UTF8 : generalPurposeBitFlag;
	return getFileNameLowLevel(flags, fileNameRaw, extraFields, false).normalize('NFC');
}

/** Whether an entry is no file of the set: a folder, or what a system added. */
export function isNoFile(name: string): boolean {
	return name.endsWith('/') || BY_SYSTEMS.test(name);
}

/** @returns why an entry may not be read, as the end of a sentence; null if it may */
export function entryFault(name: string, entry: Entry): string | null {
	if (ABSOLUTE.test(name)) return 'has an absolute path. Make the archive from a folder, with paths inside it';
	if (validateFileName(name) !== null) return 'has a path that leads out of the archive. Remove ".." from it';
	if (name.includes('\0')) return 'has a NUL character in its path. Rename the file';
	if (((entry.externalFileAttributes >>> MODE_SHIFT) & FILE_KIND) === SYMBOLIC_LINK)
		return 'is a link to another file. Put the file itself into the archive';
	if (entry.isEncrypted()) return 'has a password. Make the archive without one';
	return null;
}
