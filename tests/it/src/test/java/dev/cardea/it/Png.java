package dev.cardea.it;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.FileImageOutputStream;

/** Makes pictures of Chromium smaller, without loss. */
final class Png {
    private static final int MOST_COLORS = 256;

    private Png() {}

    static void write(byte[] png, Path file) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName("png").next();
        var best = writer.getDefaultWriteParam();
        best.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        best.setCompressionQuality(0);
        Files.deleteIfExists(file);
        try (var out = new FileImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(indexed(ImageIO.read(new ByteArrayInputStream(png))), null, null), best);
        } finally {
            writer.dispose();
        }
    }

    /** Returns the image with one byte for each pixel if its colors permit that. */
    private static BufferedImage indexed(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
        int[] colors = Arrays.stream(pixels).sorted().distinct().toArray();
        if (colors.length > MOST_COLORS) return image;
        var model = new IndexColorModel(8, colors.length, colors, 0, false, -1, DataBuffer.TYPE_BYTE);
        int[] indexes =
                Arrays.stream(pixels).map(it -> Arrays.binarySearch(colors, it)).toArray();
        var small = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
        small.getRaster().setPixels(0, 0, width, height, indexes);
        return small;
    }
}
