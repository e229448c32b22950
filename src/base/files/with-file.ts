/** Closes the file after the work, however it ends. */
export async function withFile<File extends { close(): Promise<unknown> }, Result>(
  file: File,
  work: (file: File) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
