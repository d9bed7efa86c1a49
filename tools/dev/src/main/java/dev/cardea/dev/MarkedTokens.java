package dev.cardea.dev;

import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.ReservedClaim.Mark;
import java.util.Optional;

/** Marks each session token as one of development, so that a core in production rejects it under the same secret. */
final class MarkedTokens implements JwtCodec {
    private final JwtCodec codec;

    MarkedTokens(JwtCodec codec) {
        this.codec = codec;
    }

    @Override
    public String encode(EncodeParams params) {
        return codec.encode(
                new EncodeParams(Mark.DEVELOPMENT.on(params.token()), params.secret(), params.salt(), params.maxAge()));
    }

    @Override
    public Optional<Claims> decode(DecodeParams params) {
        return codec.decode(params).map(Mark.DEVELOPMENT::off);
    }
}
